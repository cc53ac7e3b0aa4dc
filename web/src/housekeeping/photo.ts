import { session } from '../session/session.svelte'

/** photoPath is the photo of a room. */
export const photoPath = (roomId: string): string => `/api/rooms/${session.orgId}/${roomId}/housekeeping/photo`

const longest = 1280 // pixels a side: the server keeps no more
const quality = 0.8

/** fit is a picture's size once it is no longer than a side may be. */
export function fit(width: number, height: number, side = longest): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** shrink makes a JPEG, as text, of a picture that the camera has taken: some 200 KB instead of several MB. */
export async function shrink(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fit(bitmap.width, bitmap.height))
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', quality)
}

/** fileOf makes a file of what shrink has made. */
export function fileOf(text: string): File {
  const bytes = Uint8Array.from(atob(text.slice(text.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  return new File([bytes], 'room.jpg', { type: 'image/jpeg' })
}

import { file } from '../api/client'
import { messageOf } from './form.svelte'
import { toasts } from './toasts.svelte'

const kept = 60_000 // milliseconds that a document stays in memory for the tab that shows it

/** openFile shows a document of the API in a tab of its own, from which it is printed or kept. */
export async function openFile(path: string): Promise<void> {
  // Browsers open a tab only at once after a click, so it is there before the document.
  const tab = window.open('', '_blank')
  try {
    const { blob, name } = await file(path)
    const url = URL.createObjectURL(blob)
    setTimeout(() => URL.revokeObjectURL(url), kept)
    if (tab) tab.location.replace(url)
    else save(url, name)
  } catch (error) {
    tab?.close()
    toasts.add(messageOf(error), { tone: 'bad' })
  }
}

/** saveFile downloads a document of the API under the name that the server gives it. */
export async function saveFile(path: string): Promise<void> {
  try {
    const { blob, name } = await file(path)
    saveBlob(blob, name)
  } catch (error) {
    toasts.add(messageOf(error), { tone: 'bad' })
  }
}

/** saveBlob downloads what the browser has made. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  save(url, name)
  setTimeout(() => URL.revokeObjectURL(url), kept)
}

function save(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

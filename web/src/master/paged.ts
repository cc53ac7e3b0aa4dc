/** paged is a page of a list that is there as a whole; a page beyond the last is the last. */
export function paged<One>(list: readonly One[], page: number, size = 50): { rows: One[]; pages: number } {
  const pages = Math.max(1, Math.ceil(list.length / size))
  const first = (Math.min(page, pages) - 1) * size
  return { rows: list.slice(first, first + size), pages }
}

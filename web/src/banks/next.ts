/** after is the record that is worked on next, once this one is done. */
export function after(lines: readonly { _id: string }[], id: string): string {
  const index = lines.findIndex(({ _id }) => _id === id)
  return (lines[index + 1] ?? lines[index - 1])?._id ?? ''
}

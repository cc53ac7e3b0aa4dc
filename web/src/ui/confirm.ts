/** Question is what a person is asked to confirm before something is done. */
export interface Question {
  title: string
  text: string
  action: string // what the button says
  /** Does it; what it throws, such as why it can't be deleted, is shown in the dialog. */
  send: () => Promise<unknown>
}

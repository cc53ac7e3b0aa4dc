/** What the server says before anybody has signed in. */
export interface Welcome {
  version: string
  signUp: boolean // whether a stranger may make an organization
  demo?: { password: string; people: { name: string; email: string; role: string }[] }
}

export const welcome = (): Promise<Welcome | undefined> =>
  fetch('/console.json')
    .then((answer) => answer.json() as Promise<Welcome>)
    .catch(() => undefined)

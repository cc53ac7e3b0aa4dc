import type { Consents, Schemas } from '../api/client'

interface Asked {
  approval: Schemas['ApprovalView']
  withCode: Parameters<Consents>[1]
  /** Goes on with the answer to the request, or leaves it waiting. */
  done: (answer?: Response) => void
}

/** Consent is what was just asked for and needs a second person: a manager's code at the desk, or patience. */
class Consent {
  asked = $state.raw<Asked>()

  ask: Consents = (approval, withCode) =>
    new Promise((answer) => {
      const done = (response?: Response) => {
        this.asked = undefined
        answer(response)
      }
      this.asked = { approval, withCode, done }
    })
}

export const consent = new Consent()

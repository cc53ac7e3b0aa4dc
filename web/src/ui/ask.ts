export type Value = string | number | boolean | null

/** A field of a dialog that is data: what `Field` takes but for its value; the name is the value's. */
export interface AskedField {
  label: string
  name: string
  type?: 'text' | 'email' | 'tel' | 'number' | 'money' | 'date' | 'select' | 'long' | 'check'
  options?: readonly { value: string; label: string }[]
  hint?: string
  required?: boolean
  max?: string
  inputmode?: 'numeric'
}

/** Once has the server do a request once, however often it is sent. */
export interface Once {
  'Idempotency-Key': string
}

/** Asking is a dialog as data: what is asked, and what becomes of the answers. */
export interface Asking<V extends Record<string, Value>> {
  title: string
  submit: string
  text?: string
  danger?: boolean
  wide?: boolean
  /** What the fields begin with. */
  values: V
  fields: (typed: V) => readonly (AskedField | false)[]
  send: (typed: V, once: Once) => Promise<unknown>
  /** The kinds of records that are read anew afterwards, and what is said then. */
  kinds: readonly string[]
  done?: string
}

/** An Asking of whatever values. */
export type Asked = Asking<Record<string, Value>>

export const ask = <V extends Record<string, Value>>(asking: Asking<V>): Asked => asking as unknown as Asked

/** The flags of a permission. Manage grants the other four. */
export const flags = ['view', 'create', 'update', 'delete', 'manage'] as const
export type Flag = (typeof flags)[number]

/** Granted is what a role allows, by module. */
export type Granted = Record<string, Record<Flag, boolean>>

export const nothing = (): Record<Flag, boolean> => ({
  view: false,
  create: false,
  update: false,
  delete: false,
  manage: false,
})

/** grantedOf is all modules, each with all its flags. */
export function grantedOf(
  modules: string[],
  permissions: Record<string, Partial<Record<Flag, boolean>>> = {},
): Granted {
  return Object.fromEntries(modules.map((module) => [module, { ...nothing(), ...permissions[module] }]))
}

/**
 * tick sets one flag of a module. Who may change records must see them, so a flag brings `view` along, and without
 * `view` nothing is left; `manage` brings everything.
 */
export function tick(former: Record<Flag, boolean>, flag: Flag, on: boolean): Record<Flag, boolean> {
  if (flag === 'view' && !on) return nothing()
  if (flag === 'manage' && on) return { view: true, create: true, update: true, delete: true, manage: true }
  const next = { ...former, [flag]: on }
  if (on) next.view = true
  else next.manage = false
  return next
}

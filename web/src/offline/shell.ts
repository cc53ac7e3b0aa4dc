interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** keepShell has the service worker keep the page and its files on this machine, where the browser can do that. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { trustedTypes } = window as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('sarai-worker', { createScriptURL: () => '/worker.js' })
  // A private window may refuse; the console works without.
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js').catch(() => undefined)
}

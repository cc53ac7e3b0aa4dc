// The service worker: it keeps the page and its files, so that the console opens when the server is gone.
/// <reference lib="webworker" />
const worker = self as unknown as ServiceWorkerGlobalScope

const shell = 'shell-v1'

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

// The page comes from the server, and from the copy where the server doesn't answer.
async function page(request: Request): Promise<Response> {
  const kept = await caches.open(shell)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.headers.get('X-Sarai-Console')) await kept.put('/', answer.clone())
    return answer
  } catch (lost) {
    const copy = await kept.match('/')
    if (copy) return copy
    throw lost
  }
}

// A file of the console never changes under its name.
async function asset(request: Request): Promise<Response> {
  const kept = await caches.open(shell)
  const copy = await kept.match(request)
  if (copy) return copy
  const answer = await fetch(request)
  if (answer.ok) await kept.put(request, answer.clone())
  return answer
}

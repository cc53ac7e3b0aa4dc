import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { chunks } from './build/chunks.ts'
import { forTheServer } from './build/for-the-server.ts'

export default defineConfig({
  plugins: [svelte(), forTheServer()],
  build: {
    emptyOutDir: false, // dist/.gitkeep stays: the server embeds the folder, whether it was built or not
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { index: 'index.html', worker: 'src/offline/worker.ts' },
      output: {
        // A service worker is found by its name, so this one has no hash.
        entryFileNames: (chunk) => (chunk.name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false, // else what the first page needs goes with what only the desk does
          groups: [{ name: chunks() }],
        },
      },
    },
  },
  // `npx vite` serves the sources, and asks the server at SARAI, or on port 8080, for everything else.
  server: {
    proxy: Object.fromEntries(
      ['/api', '/socket.io', '/console.json', '/register', '/invite', '/reset-password', '/mail-preview'].map(
        (path) => [path, { target: process.env.SARAI ?? 'http://127.0.0.1:8080', ws: path === '/socket.io' }],
      ),
    ),
  },
  test: { include: ['src/**/*.test.ts'] },
})

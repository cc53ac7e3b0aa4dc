import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { forTheServer } from './build/for-the-server.ts'

const areas =
  /src\/(booking|extras|filing|group|guest|housekeeping|letters|money|nightaudit|rates|registration|settings|waitlist)\//

/** area names the folder whose screens a component is part of. */
const area = (file: string) => areas.exec(file)?.[1] ?? null

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
        // Small files compress badly and are asked for one by one: icons, what most screens are made of, what the
        // screens of the front desk have in common, and the screens of one area go together.
        codeSplitting: {
          includeDependenciesRecursively: false, // else what the first page needs goes with what only the desk does
          groups: [
            { name: 'icons', test: /lucide/ },
            { name: 'parts', test: /src\/ui\//, minShareCount: 6 },
            {
              name: 'desk',
              test: /src\/(booking|checkin|extras|folio|group|guest|letters|master|money|registration)\//,
              minShareCount: 2,
            },
            { name: area, test: /\.svelte$/ },
          ],
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

#!/usr/bin/env node
// Stands between Playwright and the system's Firefox, which speaks WebDriver BiDi but doesn't know every command of it:
// Playwright sets the colour scheme of each context, and gives up where that is refused. It is what Playwright runs as
// Firefox, with the same arguments.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const unknown = new Set(['emulation.setMediaFeaturesOverride'])
const firefox = spawn(process.env.SARAI_TEST_FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal))

/** bridge passes messages on, both ways, and answers by itself what Firefox doesn't know. */
function bridge(playwright, address) {
  const waiting = []
  const browser = new WebSocket(`${address}/session`)
  browser.on('open', () => waiting.splice(0).forEach((message) => browser.send(message)))
  browser.on('message', (message) => playwright.send(String(message)))
  browser.on('close', () => playwright.close())
  playwright.on('close', () => browser.close())
  playwright.on('message', (data) => {
    const message = String(data)
    const { id, method } = JSON.parse(message)
    if (unknown.has(method)) playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (browser.readyState === WebSocket.OPEN) browser.send(message)
    else waiting.push(message)
  })
}

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  if (!address) return
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`)
  })
  server.on('connection', (socket) => bridge(socket, address))
})

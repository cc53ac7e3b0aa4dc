import { mount } from 'svelte'

import './style/tokens.css'
import './style/base.css'
import './style/fields.css'
import './style/print.css'
import App from './App.svelte'
import { i18n } from './i18n/i18n.svelte'
import { keepAnswers, wipeAnswers } from './offline/kept'
import { keepShell } from './offline/shell'
import { session } from './session/session.svelte'
import { dropDrafts } from './ui/drafts'

session.onForget(wipeAnswers)
session.onForget(dropDrafts)
keepAnswers()
await i18n.start()
mount(App, { target: document.getElementById('app')! })
void session.start()
if (import.meta.env.PROD) void keepShell()

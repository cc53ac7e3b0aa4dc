import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Fields, dialogs and tables are made in this folder, so that their look can be changed in one place. Screens that make
// their own are listed with the reason; the lists may only get shorter.

const source = join(import.meta.dirname, '..')
const screens = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte') && !name.startsWith('ui/'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

const grid = 'a grid with keys of its own'
const tick = 'a box of a line, without words'
const small = 'the first screen, which loads no more than it needs'
const homes: [string, RegExp, Record<string, string>][] = [
  [
    'Table',
    /<table\b/,
    {
      'offline/Downtime.svelte': 'a rack, whose cells span days',
      'rates/RateGrid.svelte': grid,
      'settings/NotificationsForm.svelte': 'boxes to tick',
      'settings/RoleMatrix.svelte': grid,
      'stayview/Confirm.svelte': 'what was beside what will be',
      'stayview/Print.svelte': 'for paper alone',
    },
  ],
  ['Dialog', /<dialog\b|showModal/, {}],
  [
    'FormActions',
    /type="submit"/,
    {
      'account/SecondFactor.svelte': 'two buttons that send it',
      'booking/LeaveInvoices.svelte': 'a form in a line',
      'booking/NewBooking.svelte': 'two buttons that send it',
      'housekeeping/PhotoDialog.svelte': 'one button, without fields',
      'rates/BulkRates.svelte': 'the button has the focus',
      'session/ForgotForm.svelte': small,
      'session/SignInForm.svelte': small,
      'signup/NewHotelForm.svelte': small,
      'stayview/Confirm.svelte': 'the buttons take the focus when the answer is there',
    },
  ],
  [
    'Field',
    /<(input|select|textarea)\b/,
    {
      'booking/GuestPicker.svelte': 'a combobox',
      'booking/Stepper.svelte': 'a number between two buttons',
      'housekeeping/RoomCard.svelte': tick,
      'housekeeping/TakePhoto.svelte': 'never seen',
      'money/CreditDialog.svelte': 'a box with an amount beside it',
      'palette/Palette.svelte': 'a combobox',
      'rates/RateGrid.svelte': grid,
      'session/SignIn.svelte': 'the language, in the page',
      'settings/Logo.svelte': 'never seen',
      'settings/NotificationsForm.svelte': tick,
      'settings/RoleMatrix.svelte': grid,
      'shell/Person.svelte': 'the hotel, in the menu',
      'stayview/Confirm.svelte': 'a choice with its prices',
      'stayview/Toolbar.svelte': 'a bar of tools',
    },
  ],
]

test.each(homes)('%s: nothing of the kind is made elsewhere', (_, own, known) => {
  expect(
    screens
      .filter(({ text }) => own.test(text))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(known))
})

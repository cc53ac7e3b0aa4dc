import { expect, test } from './hotel'

interface Payment {
  _id: string
  paymentNumber: string
}

test('what is above a limit waits for the manager: by phone, and then by a code at the desk', async ({
  page,
  browser,
  hotel,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  await owner.put('/api/approvals/{org}/limits', { refund: 100 })
  const manager = await desk('Arjun')
  await manager.put('/api/approvals/{org}/code', { code: '402915' })
  const [booking] = await owner.get<{ bookingId: string }[]>('/api/bookings/{org}/list?status=confirmed&limit=1')
  const taken = { bookingId: booking!.bookingId, amount: 3000, method: 'upi', payerName: 'Second Look' }
  const { _id, paymentNumber } = await owner.post<Payment>('/api/payments/{org}/create', taken)
  const left = async () => (await owner.get<{ refundedAmount: number }>(`/api/payments/{org}/${_id}`)).refundedAmount

  await enter('Meera', `/payments?search=${paymentNumber}`)
  const refund = async (amount: string) => {
    await page.getByRole('button', { name: paymentNumber, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    const asking = page.getByRole('dialog', { name: `Refund ${paymentNumber}` })
    await asking.getByLabel('Amount').fill(amount)
    await asking.getByLabel('Reason').fill('Left a day early')
    await asking.getByRole('button', { name: 'Refund' }).click()
  }
  await refund('1000')
  const needed = page.getByRole('dialog', { name: 'This needs a second person' })
  await expect(needed).toContainText(`Refund of ₹1,000 · ${paymentNumber}`)
  await accessible()
  await needed.getByRole('button', { name: 'Leave it waiting' }).click()
  await expect(page.getByText('It waits for a manager. Nothing is done before.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: /^Refund/ })).toBeHidden()
  expect(await left()).toBe(0)

  const phone = await browser.newPage({
    baseURL: hotel.url,
    viewport: { width: 390, height: 780 },
    serviceWorkers: 'block',
  })
  await enter('Arjun', '/approvals', phone)
  const card = phone.getByRole('listitem', { name: /^Refund of ₹1,000/ })
  await expect(card).toContainText('Left a day early')
  await expect(card).toContainText('Second Look')
  await accessible(phone)
  await card.getByRole('button', { name: /^Approve/ }).click()
  await expect(phone.getByText('Approved, and done.')).toBeVisible()
  expect(await left()).toBe(1000)
  await expect(card).toBeHidden()
  await phone.getByRole('link', { name: 'My code' }).click()
  await expect(phone.getByText('You have a code.')).toBeVisible()
  await accessible(phone)
  await phone.close()

  await page.reload()
  await refund('500')
  await needed.getByLabel('Manager').selectOption({ label: 'Arjun Singh Chundawat' })
  await needed.getByLabel('Code of six digits').fill('402915')
  await accessible()
  await needed.getByRole('button', { name: 'Approve it here' }).click()
  await expect(page.getByRole('dialog', { name: `Refund ${paymentNumber}` })).toBeHidden()
  expect(await left()).toBe(1500)
})

test('the owner sets the limits', async ({ page, enter, accessible }) => {
  await enter('Devika', '/approvals?view=limits')
  await page.getByLabel('Credit note').fill('5000')
  await accessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Credit note')).toHaveValue('5000')
})

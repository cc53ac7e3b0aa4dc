import { expect, test } from './hotel'

interface Kpis {
  from: string
  adr: number
  revPar: number
  roomsSold: number
}

const style = { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions
const rupees = (amount: number) => new Intl.NumberFormat('en-IN', style).format(amount)

test("the dashboard's figures are the API's, with tables and files beside the charts", async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const suresh = await desk('Suresh')
  const kpis = await suresh.get<Kpis>('/api/analytics/{org}/kpis')
  const outstanding = await suresh.get<{ totalOutstanding: number }>('/api/analytics/{org}/outstanding')
  await enter('Suresh', '/reports')
  const figures = page.getByRole('region', { name: 'Key figures' })
  await expect(figures).toContainText(rupees(kpis.adr))
  await expect(figures).toContainText(rupees(kpis.revPar))
  await expect(page.locator('canvas')).toHaveCount(7)
  await expect(page.getByRole('img', { name: /^Line by day/ })).toBeVisible()
  await accessible()
  const owed = page.getByRole('region', { name: 'Due on invoices' })
  await owed.getByText('Show the table').click()
  await expect(owed.locator('tfoot')).toContainText(rupees(outstanding.totalOutstanding))
  for (const kind of ['CSV', 'XLSX']) {
    const downloaded = page.waitForEvent('download')
    await figures.getByRole('button', { name: kind }).click()
    expect((await downloaded).suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`))
  }
  await page.getByLabel('Period', { exact: true }).selectOption('7')
  await expect(page).toHaveURL(/days=7/)
  const days = page.getByRole('region', { name: 'Occupancy' })
  await days.getByText('Show the table').click()
  await expect(days.locator('tbody tr')).toHaveCount(7)
  await accessible()
})

test('the books of the coming 90 days are shown by night', async ({ page, enter }) => {
  await enter('Meera', '/reports')
  const books = page.getByRole('region', { name: 'On the books, 90 days' })
  await books.getByText('Show the table').click()
  await expect(books.locator('tbody tr')).toHaveCount(90)
})

test('the pace shows rooms and revenue of the coming nights beside the year before', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const suresh = await desk('Suresh')
  const nights = await suresh.get<{ rooms: number; revenue: number }[]>('/api/analytics/{org}/pace')
  const sum = (figure: 'rooms' | 'revenue') => Math.round(nights.reduce((all, one) => all + one[figure], 0) * 100) / 100
  expect(sum('rooms')).toBeGreaterThan(0)
  await enter('Suresh', '/reports')
  const pace = page.getByRole('region', { name: 'Pace, 90 days' })
  await expect(pace.locator('strong').first()).toHaveText(new Intl.NumberFormat('en-IN').format(sum('rooms')))
  await pace.getByLabel('Figure', { exact: true }).selectOption('revenue')
  await expect(pace.locator('strong').first()).toHaveText(rupees(sum('revenue')))
  await pace.getByText('Show the table').click()
  await expect(pace.locator('tbody tr')).toHaveCount(90)
  await accessible()
  const downloaded = page.waitForEvent('download')
  await pace.getByRole('button', { name: 'CSV' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^pace-.*\.csv$/)
})

test('each figure says what it counts, and a click lists its rows', async ({ page, enter, desk, accessible }) => {
  const suresh = await desk('Suresh')
  interface Overview {
    revenueToday: number
    outstandingBalance: number
    checkInsToday: number
  }
  const { outstandingBalance, checkInsToday } = await suresh.get<Overview>('/api/analytics/{org}/overview')
  const { totalOutstanding } = await suresh.get<{ totalOutstanding: number }>('/api/analytics/{org}/outstanding')
  await enter('Suresh', '/reports')
  // What is due on invoices and what is due in all explain each other.
  const due = page.getByRole('region', { name: 'Due on invoices' })
  await expect(due).toContainText(`${rupees(totalOutstanding)} on issued invoices`)
  await expect(due).toContainText(`${rupees(outstandingBalance)} due in all`)
  await expect(page.getByText('Revenue today')).toHaveCount(0) // payments aren't revenue
  await expect(page.getByText('Payments today')).toBeVisible()
  const adr = page.getByRole('region', { name: 'Key figures' }).getByText('Rooms revenue by room sold')
  await expect(adr.first()).toBeVisible()
  await accessible()

  const arrivals = page.locator('dl > div').filter({ hasText: 'Arrivals today' })
  await expect(arrivals.locator('dd')).toContainText(String(checkInsToday))
  await arrivals.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/\/bookings\?arriveFrom=/)
  await expect(page.getByText(/^Only those who arrive from/)).toBeVisible()
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText(/^Only those who arrive from/)).toHaveCount(0)

  await page.goto('/reports?days=7')
  const payments = page.getByRole('region', { name: 'Payments received' })
  await payments.getByText('Show the table').click()
  await payments.locator('tbody a').first().click()
  await expect(page).toHaveURL(/\/payments\?from=.*&to=.*&status=recorded/)
})

import type { Schemas } from '../api/client'

export type Organization = Schemas['OrganizationShownView']

export const currencies = [
  'INR',
  'AED',
  'BDT',
  'BTN',
  'EUR',
  'GBP',
  'IDR',
  'JPY',
  'LKR',
  'MVR',
  'NPR',
  'SGD',
  'THB',
  'USD',
]

/** timeZones of the browser's list, with the hotel's own, which the list may know by another name. */
export function timeZones(own: string): string[] {
  return [...new Set([own, 'Asia/Kolkata', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
}

export function addressOf(address?: Schemas['ContactAddress']) {
  const { line1 = '', line2 = '', city = '', state = '', pincode = '', country = 'India' } = address ?? {}
  return { line1, line2, city, state, pincode, country }
}

/** profileOf is what a form of the organization holds. */
export function profileOf(organization?: Organization) {
  return {
    name: organization?.name ?? '',
    email: organization?.email ?? '',
    phone: organization?.phone ?? '',
    gstin: organization?.gstin ?? '',
    pan: organization?.pan ?? '',
    address: addressOf(organization?.address),
    currency: organization?.currency ?? 'INR',
    documentLanguage: organization?.documentLanguage ?? 'en',
    timezone: organization?.timezone ?? 'Asia/Kolkata',
    defaultCheckInTime: organization?.defaultCheckInTime ?? '14:00',
    defaultCheckOutTime: organization?.defaultCheckOutTime ?? '11:00',
  }
}

export type Profile = ReturnType<typeof profileOf>

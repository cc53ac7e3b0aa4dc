import { t } from '../i18n/i18n.svelte'

/** The states and union territories of India by their codes in a GSTIN, as they are written in addresses. */
export const states = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
} as const

/** inIndia tells whether a country, or a nationality, is India's; so is one that isn't told. */
export const inIndia = (country: string): boolean => /^(in|ind|india|indian|bharat|भारत)?$/i.test(country.trim())

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const shape = /^(0[1-9]|[12][0-9]|3[0-8]|97)[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const normal = (text: string) => text.trim().toUpperCase()

/** checkCharacter is the last one of a GSTIN: digits weighted 1 and 2 in turn, by 36. */
function checkCharacter(first14: string): string {
  const sum = [...first14].reduce((sum, one, i) => {
    const product = alphabet.indexOf(one) * (1 + (i % 2))
    return sum + Math.floor(product / 36) + (product % 36)
  }, 0)
  return alphabet[(36 - (sum % 36)) % 36]!
}

/** misshapen says what keeps a text from being a GSTIN at all, going on from the field's name. */
export function misshapen(text: string): string {
  const gstin = normal(text)
  if (gstin === '' || shape.test(gstin)) return ''
  return gstin.length === 15 ? t('fields.gstinParts') : t('fields.gstinLength', { count: gstin.length })
}

/** mistyped says that one of the characters of a GSTIN is wrong. */
export function mistyped(text: string): string {
  const gstin = normal(text)
  return shape.test(gstin) && checkCharacter(gstin.slice(0, 14)) !== gstin[14] ? t('fields.gstinMistyped') : ''
}

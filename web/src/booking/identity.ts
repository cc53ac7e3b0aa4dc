/** The documents that guests show, as the records name them. */
export const idTypes = [
  { value: 'Aadhaar', key: 'aadhaar' },
  { value: 'Passport', key: 'passport' },
  { value: 'Driving licence', key: 'licence' },
  { value: 'Voter ID', key: 'voter' },
  { value: 'PAN', key: 'pan' },
] as const

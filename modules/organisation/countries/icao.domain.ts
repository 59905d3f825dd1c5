/** Codes of ICAO 9303 that ISO 3166 does not have and that mean one country, by its alpha-3 code. */
export const icaoCodes: Readonly<Record<string, string>> = {
  D: 'DEU',
  RKS: 'XKX',
  XXK: 'XKX',
  GBD: 'GBR',
  GBN: 'GBR',
  GBO: 'GBR',
  GBP: 'GBR',
  GBS: 'GBR',
}

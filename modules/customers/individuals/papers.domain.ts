/** Papers that a country issues to its own citizens. */
const ofCitizens = ['MYKAD', 'NATIONAL_ID', 'PASSPORT']

interface Identified {
  idType: string
  idIssuingCountry: string
  nationality: string
}

/** What a paper says of its holder where nothing else was given: only citizens have one. It is shown and may be changed. */
export function impliedBy({ idType, idIssuingCountry, nationality }: Identified): Omit<Identified, 'idType'> {
  const issuer = idIssuingCountry === '' && idType === 'MYKAD' ? 'MY' : idIssuingCountry
  const isCitizen = nationality === '' && ofCitizens.includes(idType)
  return { idIssuingCountry: issuer, nationality: isCitizen ? issuer : nationality }
}

/** Who sends money abroad, as what travels with it names them; what is not known is empty. */
export interface Sender {
  kind: 'company' | 'person'
  name: string
  /** Of a company the registered one, else that of its business. */
  address: string
  /** Of residence, else of nationality; of a company of incorporation. ISO 3166-1 alpha-2. */
  country: string
  /** `YYYY-MM-DD`: of birth, of a company of incorporation. */
  birthDate: string
  /** The country of it. */
  placeOfBirth: string
  /** Of a person, as their paper writes it. */
  townOfBirth: string
  /** The primary document; of a company without one `REGISTRATION` and its number. */
  idType: string
  idNumber: string
}

import { bindContract } from '#kit/web/api.web.ts'
import type { Language } from '#kit/web/layout.web.ts'
import { configuration } from './configuration.contract.ts'

const api = bindContract(configuration)

/** The language of a person who has chosen none. */
export const companyLanguage = async () =>
  (await api.getByKey.call({ key: 'DEFAULT_LANGUAGE' })).value as Language

/** The language of the sign-in screen; null where the companies here have set none, or several. */
export const signInLanguage = async () => (await api.signInLanguage.call()).language

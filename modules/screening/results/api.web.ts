import { bindContract } from '#kit/web/api.web.ts'
import { decisions } from '../decisions/decisions.contract.ts'
import { evidence } from '../evidence/evidence.contract.ts'
import { screenings } from '../screenings/screenings.contract.ts'

/** A screening with what is decided on it, and its paper. */
export const api = bindContract({ ...screenings, ...decisions, ...evidence })

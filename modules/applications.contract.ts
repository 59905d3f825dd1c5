import * as z from 'zod'
import { applicationTypes } from './applications.domain.ts'

/** The application of which a document is, specification 000, 1. */
export const ApplicationType = z.literal(Object.values(applicationTypes))

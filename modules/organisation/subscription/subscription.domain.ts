/** A plan has run out on the day after its expiry date. `today` is the company's own date. */
export const hasExpired = (expiry: string | null, today: string): boolean => expiry !== null && expiry < today

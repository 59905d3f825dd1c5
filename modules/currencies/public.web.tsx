export { CurrencyLabel } from './iso/flag.web.tsx'

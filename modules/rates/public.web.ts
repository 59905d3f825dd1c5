export { chooseCustomersBy } from './custom-rates/customer-field.web.tsx'
export { age } from './live/age.web.ts'

export { chooseCustomersBy } from './custom-rates/customer-field.web.tsx'

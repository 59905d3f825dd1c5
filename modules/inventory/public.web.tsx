export { AskShort } from './requests/ask-short.web.tsx'

export { usePlaces } from './places/places.web.tsx'
export { AskShort } from './requests/ask-short.web.tsx'

export { usePlaces } from './places/places.web.tsx'

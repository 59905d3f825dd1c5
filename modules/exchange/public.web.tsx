export { DealBadge } from './deals/state.web.tsx'

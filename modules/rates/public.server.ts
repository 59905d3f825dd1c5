export { loadForAll } from './feeds/feeds.server.ts'

export { isSigned, signedHeaders } from './sending/signature.server.ts'

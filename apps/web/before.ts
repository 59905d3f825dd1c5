// Imported first. The content security policy allows no code made from text, so zod must not try to make any.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The router passes over an address that nobody can decode without a word; another one it does not know leads to a page.
try {
  decodeURI(location.pathname)
} catch {
  history.replaceState(null, '', '/unknown')
}

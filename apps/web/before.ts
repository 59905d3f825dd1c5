// Imported first. The content security policy allows no code made from text, so zod must not try to make any.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Old enough JavaScript for any Node to parse: it must be able to say that it is the wrong one.
if (process.versions.node.split('.')[0] !== '26') {
  process.stderr.write(
    'Agio needs Node 26 and this is ' +
      process.versions.node +
      ': run `npm ci` once, then start everything through npm (`npm start`, `npm test`, `npm run …`), which puts the pinned Node 26 first.\n',
  )
  process.exit(1)
}

// Shows how the site meets OWASP ASVS 5.0: npm run asvs [-- 6.2]
import { readFileSync } from 'node:fs'
import process from 'node:process'

const [wanted = ''] = process.argv.slice(2)
const chapters = JSON.parse(readFileSync(new URL('../tests/asvs.json', import.meta.url), 'utf8'))
const shown = chapters.flatMap(({ chapter, name, requirements }) => {
  const rows = requirements.filter(({ id }) => `${id}.`.startsWith(wanted && `${wanted}.`))
  return rows.length > 0
    ? [`\n${chapter} ${name}`, ...rows.map(({ id, level, what, answer }) => `  ${id} (level ${level}) ${what}\n    ${answer}`)]
    : []
})
if (shown.length === 0) {
  console.error(`No requirement ${wanted}. Use a number such as 6, 6.2 or 6.2.1.`)
  process.exitCode = 1
}
console.log(shown.join('\n'))

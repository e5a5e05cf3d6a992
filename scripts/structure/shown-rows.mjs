/** A test's title that ends with the rows that it shows: `'… (row 26)'`, `'… (rows 3 and 4; ASVS 2.3.3)'`. */
const TITLE = /(['"`])(?:(?!\1)[^\\\n]|\\.)* \(((?:rows?|ASVS) \d[^()]*)\)\1/g
/** A test file, named by the end of its path, and how many tests of that name are meant. */
const NAMED = /`([\w./-]+\.(?:test|spec)\.tsx?)`(?: ×(\d+))?/g

/** Returns, for each test whose title names rows of the fault table or requirements of ASVS, its file and these. */
export function shownRows(files) {
  return files
    .filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(TITLE)].flatMap(({ 2: marks }) => {
        const [rows, asvs] = [/rows? ([\d, and–]+)/, /ASVS ([\d., ]+)/].map((list) => list.exec(marks)?.[1].match(/[\d.]+/g) ?? [])
        return [...rows.map((row) => `row ${row}`), ...asvs.map((requirement) => `ASVS ${requirement}`)].map((row) => ({ name, row }))
      }),
    )
}

/** Returns the test files that a row names in one of its lines, with the place of each. */
export function namedIn(text, place) {
  return Array.from(text.matchAll(NAMED), ([, cited, count]) => ({ cited, count: Number(count ?? 1), place }))
}

/**
 * Returns where a page and the titles of the tests disagree. `named` has the tests that the page names for each row: a test that is
 * deleted, or that no longer names its row, is missed by its number.
 */
export function faultsOfShownRows(page, named, shown) {
  const isFile = (name, cited) => name === cited || name.endsWith(`/${cited}`)
  return [...named].flatMap(([row, tests]) => {
    const titled = shown.filter((test) => test.row === row)
    const miscounted = tests.flatMap(({ cited, count, place }) => {
      const found = titled.filter(({ name }) => isFile(name, cited)).length
      return found === count ? [] : [`${place}: ${cited} has ${found} tests whose titles name ${row}, not ${count}`]
    })
    const unnamed = new Set(titled.map(({ name }) => name).filter((name) => !tests.some(({ cited }) => isFile(name, cited))))
    return [...miscounted, ...Array.from(unnamed, (name) => `${name}: ${page} does not name this file at ${row}; add it there`)]
  })
}

import path from 'node:path'

/** A test's title that ends with the rows that it plays: `'… (row 26)'`. */
const TITLE = /(['"`])((?:(?!\1)[^\\\n]|\\.)*) \(rows? ([\d, and–]+)\)\1/g

/** Returns where docs/fault-table.md and the titles of the tests disagree. */
export function faultsOfFaultTable(rowTests, testFiles) {
  const played = testFiles.flatMap(({ name, text }) =>
    [...text.matchAll(TITLE)].flatMap(({ index, 2: title, 3: rows }) =>
      (rows.match(/\d+/g) ?? []).map((row) => ({
        row,
        file: path.posix.basename(name),
        title: title.replaceAll(/\\(['"`])/g, '$1'),
        place: `${name}:${text.slice(0, index).split('\n').length}`,
      })),
    ),
  )
  const isSame = (one, other) => one.file === other.file && one.title === other.title
  const unlisted = played
    .filter((test) => rowTests.has(test.row) && !rowTests.get(test.row).some((listed) => isSame(listed, test)))
    .map(
      ({ row, file, title, place }) => `${place}: docs/fault-table.md does not list this under row ${row}; add: - \`${file}\`: “${title}”`,
    )
  const gone = [...rowTests].flatMap(([row, tests]) =>
    tests
      .filter((listed) => !played.some((test) => test.row === row && isSame(test, listed)))
      .map(
        ({ line, file, title }) =>
          `docs/fault-table.md:${line}: ${file} has no test “${title} (row ${row})”; say what the test is called now`,
      ),
  )
  return [...unlisted, ...gone]
}

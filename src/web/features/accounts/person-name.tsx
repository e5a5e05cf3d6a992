/** Letters that run from left to right, in the scripts that names here are most often written in. */
const LEFT_TO_RIGHT =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]/u

/** A name as it was written: one in two scripts keeps the order of the page, one in Hebrew or Arabic alone has its own. */
export function PersonName({ name }: { name: string | null }) {
  return <bdi dir={name !== null && LEFT_TO_RIGHT.test(name) ? 'ltr' : 'auto'}>{name}</bdi>
}

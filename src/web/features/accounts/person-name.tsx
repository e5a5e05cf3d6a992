const LEFT_TO_RIGHT =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]/u

/** Isolates the text direction of a name: mixed scripts keep the page's direction, a purely Hebrew or Arabic name its own. */
export function PersonName({ name }: { name: string | null }) {
  return <bdi dir={name !== null && LEFT_TO_RIGHT.test(name) ? 'ltr' : 'auto'}>{name}</bdi>
}

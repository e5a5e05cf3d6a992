/** The choices of the profile placeholder (specification §2). */
export const PROFILE_SELECTS = [
  {
    name: 'gender',
    label: 'Gender',
    options: [
      { value: 'male', label: 'Male' },
      { value: 'female', label: 'Female' },
      { value: 'other', label: 'Other' },
    ],
  },
  {
    name: 'country',
    label: 'Country',
    options: [
      { value: 'usa', label: 'USA' },
      { value: 'uk', label: 'UK' },
      { value: 'india', label: 'India' },
      { value: 'australia', label: 'Australia' },
    ],
  },
  {
    name: 'language',
    label: 'Language',
    options: [
      { value: 'english', label: 'English' },
      { value: 'spanish', label: 'Spanish' },
      { value: 'french', label: 'French' },
      { value: 'german', label: 'German' },
    ],
  },
  {
    name: 'timeZone',
    label: 'Time Zone',
    options: [
      { value: 'gmt-5', label: 'GMT−5' },
      { value: 'gmt+1', label: 'GMT+1' },
      { value: 'gmt+5', label: 'GMT+5' },
      { value: 'gmt+9', label: 'GMT+9' },
    ],
  },
] as const

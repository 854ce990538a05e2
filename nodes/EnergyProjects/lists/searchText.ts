/**
 * Text as a search compares it: without letter case, and a letter with an accent is the same whether it was written as
 * one character or as two (macOS and many exports write "ü" as "u" and two dots).
 */
export const searchText = (text: string): string => text.normalize('NFC').toLowerCase();

import { type Html, html } from '../markup.ts';
import { shownLine } from '../shown-text.ts';
import { plainTexts } from '../texts/plain-texts.ts';
import { approvalLinks } from './mail-links.ts';
import type { DeskMail, DeskTopicMessage } from './ports.ts';

export function mailList(mails: readonly DeskMail[]): Html {
  return html`<h1>Mails</h1>
    <p class="quiet">What the gate has sent on this machine. Nothing has left it.</p>
    <div id="mail-list" data-live>${mails.length === 0 ? html`<p class="empty">No mail yet. Start a run and wait until it asks.</p>` : html`<ul class="cards">${mails.map(mailCard)}</ul>`}</div>`;
}

function mailCard(mail: DeskMail): Html {
  return html`<li class="card">
    <p><a class="main" href="/mails/${encodeURIComponent(mail.id)}">${shownLine(mail.subject)}</a></p>
    <p class="quiet">to ${mail.to.map(shownLine).join(', ')}, ${plainTexts.instant(mail.at).words}</p>
  </li>`;
}

/**
 * One mail: its HTML in a frame that may run nothing and is nobody's origin, its text beside it. The frame's links open
 * outside of it, so that the approval page is the real one.
 */
export function mailView(mail: DeskMail): Html {
  const framed = mail.html.replace('<head>', '<head><base target="_blank">');
  return html`<h1>${shownLine(mail.subject)}</h1>
    <p class="quiet">to ${mail.to.map(shownLine).join(', ')}, ${plainTexts.instant(mail.at).words}</p>
    ${approvalLinks(mail.text).map(approvalLink)}
    <div class="two split">
      <section aria-labelledby="html-part"><h2 id="html-part">HTML part</h2>
        <iframe title="The mail's HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc="${framed}"></iframe>
      </section>
      <section aria-labelledby="text-part"><h2 id="text-part">Text part</h2><pre>${mail.text}</pre></section>
    </div>`;
}

export function topicList(messages: readonly DeskTopicMessage[]): Html {
  return html`<h1>Topics</h1>
    <p class="quiet">What the gate has published to SNS topics on this machine.</p>
    <div id="topic-list" data-live>${messages.length === 0 ? html`<p class="empty">No message yet.</p>` : html`<ul class="cards">${messages.map(topicCard)}</ul>`}</div>`;
}

function topicCard(message: DeskTopicMessage): Html {
  return html`<li class="card">
    <p><strong>${shownLine(message.subject)}</strong></p>
    <p class="quiet">${message.topic}, ${plainTexts.instant(message.at).words}</p>
    ${approvalLinks(message.text).map(approvalLink)}
    <details><summary>Text</summary><pre>${message.text}</pre></details>
  </li>`;
}

function approvalLink(link: string): Html {
  return html`<p><a class="open" href="${link}" target="_blank" rel="noopener noreferrer">Open the approval page</a></p>`;
}

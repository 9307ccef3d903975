// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/report/report_html.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {
namespace {

constexpr std::array<std::pair<char, const char*>, 5> entities{
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};

std::string css(Color color) {
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color.r, color.g, color.b);
  return text;
}

/// The page's look in the report's theme. Figures stand beside each other where there is room; a narrow screen scrolls
/// a wide picture rather than shrink its letters to nothing.
std::string styleOf(const Theme& theme, const std::string& fontFaces) {
  std::string style = fontFaces;
  style += "html{color-scheme:" + std::string(theme.dark ? "dark" : "light") + "}";
  style += "body{margin:0;background:" + css(theme.window) + ";color:" + css(theme.text) +
           ";font:400 15px/1.5 'Sojourn Sans',system-ui,sans-serif}";
  style += "main{max-width:980px;margin:0 auto;padding:32px 16px 64px}";
  style += "h1,h2,h3{font-weight:600;line-height:1.25;margin:0}h1{font-size:28px}h2{font-size:20px}h3{font-size:15px}";
  style += "h1,h2,h3,p,li,td,th,dd{overflow-wrap:anywhere;unicode-bidi:isolate}";
  style += "p{margin:8px 0;max-width:76ch}a{color:" + css(theme.accent) + "}";
  style += ".quiet,figcaption,dt,summary,th{color:" + css(theme.text2) + "}";
  style += "header,section,nav{margin:0 0 32px}section{border-top:1px solid " + css(theme.border) +
           ";padding-top:24px}nav ol{margin:8px 0;padding-left:24px}";
  style += ".figures{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;margin-top:16px}";
  style += "figure{margin:0;max-width:100%;box-sizing:border-box;background:" + css(theme.panel) +
           ";border:1px solid " + css(theme.border) + ";border-radius:4px;overflow:hidden}";
  style += ".box{display:inline-block;max-width:100%;box-sizing:border-box;background:" + css(theme.panel) +
           ";border:1px solid " + css(theme.border) + ";border-radius:4px;padding:0 12px;margin-top:8px}";
  style += ".head{display:flex;flex-wrap:wrap;gap:0 10px;align-items:baseline;background:" + css(theme.title) +
           ";border-bottom:1px solid " + css(theme.border) +
           ";padding:6px 12px;font-size:13px}.head .right{margin-left:auto}";
  style += ".wide{overflow-x:auto}svg{display:block;height:auto;max-width:100%}";
  style += "figcaption,details{padding:6px 12px;font-size:13px;border-top:1px solid " + css(theme.line) + "}";
  style += ".none{padding:16px 12px;margin:0}";
  style +=
      "table{border-collapse:collapse;font-size:12px;margin:6px 0}td,th{padding:2px 10px 2px 0;text-align:left;"
      "border-bottom:1px solid " +
      css(theme.line) + ";vertical-align:top;overflow-wrap:normal}";
  style +=
      ".n{text-align:right;white-space:nowrap}.rows{overflow:auto;max-height:480px}"
      ".rows th{position:sticky;top:0;background:" +
      css(theme.panel) + "}";
  style +=
      "dl{display:grid;grid-template-columns:minmax(110px,max-content) 1fr;gap:2px 16px;margin:8px 0;font-size:13px}"
      "dd{margin:0}";
  style += "@media(max-width:640px){svg{max-width:none}dl{grid-template-columns:1fr}h1{font-size:22px}}";
  style +=
      "@media print{body{background:none}main{max-width:none;padding:0}figure,tr{break-inside:avoid}"
      "h2,h3,.head{break-after:avoid}.rows{max-height:none;overflow:visible}nav{break-after:page}}";
  return style;
}

std::string element(const char* name, std::string_view text) {
  return std::string("<") + name + ">" + htmlText(text) + "</" + name + ">\n";
}

/// A text of several lines as paragraphs.
std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!line.empty() && line != "\r")
      out += element("p", line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return out;
}

std::string factsText(const ReportFacts& facts) {
  if (facts.empty()) return {};
  std::string out = "<dl>\n";
  for (const auto& [name, value] : facts) out += "<dt>" + htmlText(name) + "</dt><dd>" + htmlText(value) + "</dd>\n";
  return out + "</dl>\n";
}

bool isNumber(const Table::Cell& cell) {
  return std::holds_alternative<double>(cell);
}

std::string tableText(const Table& table) {
  std::string out = "<div class=\"rows\"><table>\n<thead><tr>";
  const std::vector<Table::Cell> first = table.rows.empty() ? std::vector<Table::Cell>() : table.rows.front();
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    out += column < first.size() && isNumber(first[column]) ? "<th class=\"n\">" : "<th>";
    out += htmlText(tr(table.columns[column])) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const Table::Cell& cell : row) {
      out += isNumber(cell) ? "<td class=\"n\">" : "<td>";
      out += isNumber(cell) ? cellText(cell) : htmlText(std::get<std::string>(cell));
      out += "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string pixels(float length) {
  return std::to_string(std::lround(length)) + "px";
}

}  // namespace

std::string htmlText(std::string_view text) {
  std::string out;
  const std::string shown = escapeForDisplay(text, std::numeric_limits<std::size_t>::max());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    // U+FFFE and U+FFFF are no characters of XML.
    if (shown.compare(i, 2, "\xEF\xBF") == 0 && i + 2 < shown.size() &&
        static_cast<unsigned char>(shown[i + 2]) >= 0xBE) {
      out += "\xEF\xBF\xBD";
      i += 2;
      continue;
    }
    const auto entity = std::ranges::find(entities, shown[i], &std::pair<char, const char*>::first);
    out += entity == entities.end() ? std::string(1, shown[i]) : entity->second;
  }
  return out;
}

HtmlReport::HtmlReport(ReportHead head, std::string fontFaces)
    : m_head(std::move(head)), m_fontFaces(std::move(fontFaces)) {}

void HtmlReport::beginSection(const ReportSection& section) {
  endSection();
  m_open = true;
  m_body += "<section id=\"s" + std::to_string(++m_sections) + "\">\n" + element("h2", section.title);
  for (const std::string& sentence : section.summary) m_body += element("p", sentence);
  if (!section.edits.empty()) {
    m_body += element("h3", tr("Edits")) + "<ol>\n";
    for (const std::string& edit : section.edits) m_body += element("li", edit);
    m_body += "</ol>\n";
  }
  m_body += factsText(section.facts) + "<div class=\"figures\">\n";
}

void HtmlReport::endSection() {
  if (m_open) m_body += "</div>\n</section>\n";
  m_open = false;
}

void HtmlReport::addPicture(const ReportPicture& picture, std::string_view svg) {
  const auto* scene = std::get_if<Scene>(&picture.picture);
  constexpr float sentenceWidth = 420;
  m_body += "<figure style=\"width:" + pixels(scene ? scene->contentSize.width + 2 : sentenceWidth) + "\">\n";
  m_body += "<div class=\"head\"><h3>" + htmlText(picture.title) + "</h3>";
  if (!scene) {
    const auto& state = std::get<EmptyState>(picture.picture);
    const std::string sentence = state.detail.empty() ? state.title : state.title + ". " + state.detail;
    m_body += "</div>\n<p class=\"none\">" + htmlText(sentence) + "</p>\n</figure>\n";
    return;
  }
  if (!scene->caption.empty()) m_body += "<span class=\"quiet\">" + htmlText(scene->caption) + "</span>";
  if (!scene->captionRight.empty())
    m_body += "<span class=\"quiet right\">" + htmlText(scene->captionRight) + "</span>";
  m_body += "</div>\n<div class=\"wide\">";
  m_body += svg;
  m_body += "</div>\n";
  if (!scene->summary.empty()) m_body += element("figcaption", scene->summary);
  if (m_head.tables && !scene->table.rows.empty()) addTable(scene->table);
  m_body += "</figure>\n";
}

void HtmlReport::addTable(const Table& table) {
  m_body += "<details>" +
            element("summary", tr("Values: %1%2", {std::to_string(table.rows.size()),
                                                   table.rows.size() == 1 ? tr(" row") : tr(" rows")})) +
            tableText(table) + "</details>\n";
}

std::string HtmlReport::finish(const std::string& reveals) {
  endSection();
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n";
  // Whatever a name smuggles in, a browser fetches and runs nothing.
  page +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "img-src data:; font-src data:\"/>\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  page += "<meta name=\"generator\" content=\"Sojourn\"/>\n";
  if (!m_head.author.empty()) page += "<meta name=\"author\" content=\"" + htmlText(m_head.author) + "\"/>\n";
  page += element("title", m_head.title) + "<style>" + styleOf(*m_head.theme, m_fontFaces) + "</style>\n";
  page += "</head>\n<body>\n<main>\n<header>\n" + element("h1", m_head.title);
  page += "<p class=\"quiet\">" +
          htmlText(m_head.author.empty() ? m_head.date : m_head.author + " \xC2\xB7 " + m_head.date) + "</p>\n";
  page += paragraphs(m_head.notes) + "</header>\n";
  if (m_head.sections.size() > 1) {
    page += "<nav aria-label=\"" + htmlText(tr("Contents")) + "\">\n" + element("h2", tr("Contents")) + "<ol>\n";
    for (std::size_t i = 0; i < m_head.sections.size(); ++i)
      page += "<li><a href=\"#s" + std::to_string(i + 1) + "\">" + htmlText(m_head.sections[i]) + "</a></li>\n";
    page += "</ol>\n</nav>\n";
  }
  if (!m_head.overview.rows.empty())
    page += "<section>\n" + element("h2", tr("Samples")) + "<div class=\"box\">" + tableText(m_head.overview) +
            "</div>\n</section>\n";
  page += m_body;
  page += "<section>\n" + element("h2", tr("Provenance")) + factsText(m_head.facts) + "</section>\n";
  if (!reveals.empty())
    page += "<section>\n" + element("h2", tr("What this report reveals")) + paragraphs(reveals) + "</section>\n";
  page += "</main>\n</body>\n</html>\n";
  m_body.clear();
  return page;
}

}  // namespace sojourn::present

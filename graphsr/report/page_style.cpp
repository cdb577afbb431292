// How pages look: system fonts, one column beside its table of contents, colours from the palette.
#include <string>

#include "graphsr/report/page.h"
#include "graphsr/report/palette.h"

namespace graphsr {

namespace {

constexpr const char* kStyle = R"(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--paper);color:var(--ink);
 font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;
 overflow-wrap:break-word}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-9999px}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:2}
.sheet{max-width:1260px;margin:0 auto;padding:0 20px 48px}
header{padding:40px 0 20px;border-bottom:1px solid var(--line);position:relative}
.kind{margin:0;color:var(--soft);font-size:.8rem;font-weight:600;letter-spacing:.08em;text-transform:uppercase}
h1{margin:.15em 0 .3em;font-size:clamp(1.6rem,4.5vw,2.3rem);line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
.summary{margin:0;max-width:46em;font-size:1.08rem}
nav ul{list-style:none;margin:16px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}
nav a{text-decoration:none;font-size:.92rem;display:inline-block;padding:4px 0;color:var(--soft)}
nav a:hover{color:var(--accent);text-decoration:underline}
section{padding-top:44px;scroll-margin-top:0}
h2{margin:0 0 .25em;font-size:1.4rem;line-height:1.25;letter-spacing:-.01em}
h3{margin:1.8em 0 .4em;font-size:1.02rem}
.lead{margin:0 0 18px;max-width:46em;color:var(--soft)}
p{max-width:46em}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(138px,1fr));gap:12px;margin:0 0 26px}
.tiles div{background:var(--panel);border-radius:10px;padding:12px 14px}
.tiles dt{font-size:.86rem;color:var(--soft)}
.tiles dd{margin:0;font-variant-numeric:tabular-nums}
.tiles .big{font-size:1.95rem;font-weight:600;letter-spacing:-.02em;line-height:1.25}
.tiles .big small{font-size:.95rem;font-weight:400;color:var(--soft);letter-spacing:0;margin-left:.15em}
.tiles .note{font-size:.84rem;color:var(--soft)}
.gain{color:var(--good);font-weight:600}
.loss{color:var(--wrong);font-weight:600}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr));gap:0 36px;margin:0}
.facts div{display:grid;grid-template-columns:9.2em minmax(0,1fr);gap:12px;padding:7px 0;border-bottom:1px solid var(--line)}
.facts dt{color:var(--soft);font-size:.92rem}
.facts dd{margin:0;font-variant-numeric:tabular-nums}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
.facts code{overflow-wrap:anywhere}
pre{background:var(--panel);padding:12px 14px;border-radius:8px;margin:8px 0;white-space:pre-wrap;overflow-wrap:anywhere}
details{margin:14px 0}
summary{cursor:pointer;color:var(--accent);padding:4px 0}
figure{margin:0 0 26px}
figcaption{max-width:46em;color:var(--soft);font-size:.9rem;margin-top:6px}
.drawing{overflow-x:auto;overflow-y:hidden}
.drawing svg{display:block;width:100%;max-width:var(--width);min-width:min(470px,var(--width));height:auto}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:8px 24px}
@media (min-width:700px){.pair .drawing svg{min-width:0}}
.box{overflow-x:auto;border:1px solid var(--line);border-radius:8px;margin:0 0 20px;position:relative}
.box.tall{max-height:34rem;overflow-y:auto}
.tall th,.tall td{padding:6px 9px}
.box.tall thead th{position:sticky;top:0;z-index:1}
table{border-collapse:collapse;width:100%;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:7px 12px;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap;font-weight:400}
tbody tr:last-child>*{border-bottom:0}
thead th{background:var(--panel);font-weight:600;font-size:.86rem}
th.n,td.n{text-align:right}
.long{display:inline-block;white-space:normal;overflow-wrap:anywhere;min-width:12rem;max-width:22rem}
tbody tr:hover{background:var(--panel)}
th button{all:unset;cursor:pointer;font:inherit;color:inherit}
th button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
th button::after{content:'\2195';opacity:.45;margin-left:.35em}
th[aria-sort=ascending] button::after{content:'\2191';opacity:1}
th[aria-sort=descending] button::after{content:'\2193';opacity:1}
.best{font-weight:700}
.second{text-decoration:underline;text-underline-offset:3px}
.tag{display:inline-block;font-size:.76rem;color:var(--soft);border:1px solid var(--line);border-radius:99px;padding:0 .55em;margin-left:.4em}
.bad{color:var(--wrong);font-weight:600}
.muted{color:var(--soft)}
.only-print{display:none}
.controls{display:flex;flex-wrap:wrap;gap:10px 16px;align-items:end;margin:0 0 10px}
.controls label{display:grid;grid-template-columns:minmax(0,1fr);gap:2px;font-size:.82rem;color:var(--soft);max-width:100%}
.controls input,.controls select,.theme{font:inherit;font-size:.95rem;color:var(--ink);background:var(--paper);
 border:1px solid var(--soft);border-radius:7px;padding:6px 10px;max-width:100%}
.controls input,.controls select{height:38px}
.controls select{width:auto;max-width:min(100%,15rem);text-overflow:ellipsis}
.controls output{font-size:.86rem;color:var(--soft);padding-bottom:8px}
.theme{position:absolute;right:0;top:32px;cursor:pointer;font-size:.84rem;padding:4px 10px}
footer{margin-top:52px;border-top:1px solid var(--line);color:var(--soft);font-size:.88rem}
@media (min-width:1020px){
 .sheet{display:grid;grid-template-columns:180px minmax(0,1fr);gap:0 44px;padding:0 32px 64px}
 header,footer{grid-column:1/-1}
 nav{position:sticky;top:0;align-self:start;padding-top:44px;max-height:100vh;overflow-y:auto}
 nav ul{display:block;margin:0}
}
@media print{
 @page{margin:16mm 14mm}
 body{font-size:10.5pt}
 .sheet{display:block;max-width:none;padding:0}
 header{padding-top:0}
 nav,.skip,.controls,.theme{display:none}
 section{padding-top:20pt}
 h2,h3,.lead{break-after:avoid}
 figure,tr,.tiles div,.facts div{break-inside:avoid}
 .box,.drawing,.box.tall{overflow:visible;max-height:none;border:0}
 .drawing svg{min-width:0}
 thead{display:table-header-group}
 thead th{position:static!important}
 table{font-size:7.5pt}
 thead th{font-size:inherit;overflow-wrap:anywhere}
 th,td,.tall th,.tall td{white-space:normal;padding:2.5pt 3pt}
 .long{min-width:0}
 .tall tbody tr:nth-child(n+61){display:none}
 .only-print{display:block}
 th button::after{content:none}
 a{color:inherit;text-decoration:none}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
)";

std::string variables(const char* Colour::*which) {
  std::string out;
  for (const Colour& colour : palette()) out += std::string("--") + colour.name + ":" + colour.*which + ";";
  return out;
}

}  // namespace

std::string page_style() {
  const std::string dark = variables(&Colour::dark) + "color-scheme:dark";
  return ":root{" + variables(&Colour::light) +
         "color-scheme:light}\n@media screen{\n:root[data-theme=dark]{" + dark +
         "}\n@media (prefers-color-scheme:dark){:root:not([data-theme=light]){" + dark + "}}\n}" + kStyle +
         figure_style(false) + "\n";
}

}  // namespace graphsr

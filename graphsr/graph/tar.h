// The files in a tar archive, by libarchive. Everything in it may be hostile; nothing is written to disk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/source.h"

namespace graphsr {

// Whether content that begins like this is a tar archive (ustar, GNU or pax).
bool is_tar(std::string_view head);

// Last names of all regular files; refuses a damaged archive and one with two files of the same last name.
std::vector<std::string> tar_members(Source& archive);

// The first file with this last name.
SourcePtr open_tar_member(SourcePtr archive, const std::string& name);

}  // namespace graphsr
